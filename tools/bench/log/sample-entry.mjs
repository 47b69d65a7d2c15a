/** An entry of ordinary length on a device's timeline: about 280 bytes as JSON. */
export function sampleEntry(deviceId) {
  return {
    type: 'RepairLogged',
    data: {
      deviceId,
      repairId: '8d0f4c0e-0b9e-4f0c-9c52-1f2d8a3b4c5d',
      logId: '5b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d',
      issue: 'Keyboard not working',
      actions: 'Cleaned keyboard\nReseated ribbon cable',
      comments: null,
      technicianId: '1f0e9d8c-7b6a-4595-8473-625140392817',
      priority: 'Medium',
    },
  };
}

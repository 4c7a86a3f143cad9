// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

/**
 * A counter of the performance manager.
 *
 * @param key number of the counter, which differs between versions of vCenter Server
 * @param name group, name and roll-up, such as {@code cpu.usage.average}
 * @param unit unit of its values in the vSphere API, such as {@code percent}, which means hundredths of a percent
 */
public record PerformanceCounter(int key, String name, String unit) {}

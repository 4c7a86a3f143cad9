// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Settings and limits of a host that affect a measurement. Values that a system does not report are null. */
public record HostFacts(
        Cpu cpu,
        Memory memory,
        Limits limits,
        Network network,
        @Nullable String virtualMachine,
        @Nullable Boolean container,
        @Nullable Double loadAverage) {

    public record Cpu(
            int usable,
            @Nullable String governor,
            @Nullable Long lowestMegahertz,
            @Nullable Long highestMegahertz,
            @Nullable Boolean turbo,
            @Nullable String clockSource,
            @Nullable String clockSources,
            @Nullable Double quotaCores,
            @Nullable Double stealShare) {}

    public record Memory(
            @Nullable Long availableBytes,
            @Nullable Long swapBytes,
            @Nullable Long swapUsedBytes,
            @Nullable Long swappiness,
            @Nullable String hugePages) {}

    /** Limits; {@link Long#MAX_VALUE} for no limit. */
    public record Limits(
            @Nullable Long openFiles,
            @Nullable Long processes,
            @Nullable Long processIds,
            @Nullable Long threads,
            @Nullable Long groupProcesses) {}

    public record Network(
            @Nullable Long firstPort,
            @Nullable Long lastPort,
            @Nullable Long acceptQueue) {}

    /** Plain values by name, without unknown ones, for {@code environment.json}. */
    public Map<String, Object> toTree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        put(tree, "governor", cpu.governor());
        put(tree, "lowestMegahertz", cpu.lowestMegahertz());
        put(tree, "highestMegahertz", cpu.highestMegahertz());
        put(tree, "turbo", cpu.turbo());
        put(tree, "clockSource", cpu.clockSource());
        put(tree, "clockSources", cpu.clockSources());
        put(tree, "quotaCores", cpu.quotaCores());
        Double steal = cpu.stealShare();
        put(tree, "stealPercentSinceStart", steal == null ? null : Double.valueOf(Math.rint(steal * 1e5) / 1e3));
        put(tree, "availableMemoryBytes", memory.availableBytes());
        put(tree, "swapBytes", memory.swapBytes());
        put(tree, "swapUsedBytes", memory.swapUsedBytes());
        put(tree, "swappiness", memory.swappiness());
        put(tree, "transparentHugePages", memory.hugePages());
        put(tree, "openFiles", limits.openFiles());
        put(tree, "processes", limits.processes());
        put(tree, "processIds", limits.processIds());
        put(tree, "threads", limits.threads());
        put(tree, "groupProcesses", limits.groupProcesses());
        put(tree, "firstPort", network.firstPort());
        put(tree, "lastPort", network.lastPort());
        put(tree, "acceptQueue", network.acceptQueue());
        put(tree, "virtualMachine", virtualMachine);
        put(tree, "container", container);
        put(tree, "loadAverage", loadAverage);
        return tree;
    }

    /** Adds a value; a missing limit is written in words, since it is not a number. */
    private static void put(Map<String, Object> tree, String name, @Nullable Object value) {
        boolean isUnlimited = (value instanceof Long number && number == Long.MAX_VALUE)
                || (value instanceof Double share && share.isInfinite());
        if (isUnlimited) {
            tree.put(name, "unlimited");
        } else if (value != null) {
            tree.put(name, value);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.TelemetrySample;

/**
 * The hosts of the processes of a run. Names do not identify hosts: two hosts may have the same name, and two
 * containers of a host number their processes separately. A host is identified by its {@link RunningHost}, or by its
 * name if the system does not report that. Not thread-safe.
 */
public final class HostsOfRun {
    private final Host controller;
    private final Map<Object, List<Long>> processes = new HashMap<>();
    /** Names for results, by name and start. */
    private final Map<String, Map<String, String>> shown = new HashMap<>();

    public record Host(String name, @Nullable RunningHost running) {
        private Object identity() {
            return running == null ? name : running;
        }
    }

    public HostsOfRun() {
        this(
                new Host(
                        RunningHost.nameOr(Message.NO_HOST_NAME),
                        RunningHost.ofThisProcess().orElse(null)),
                ProcessHandle.current().pid());
    }

    HostsOfRun(Host controller, long number) {
        this.controller = controller;
        add(controller, number);
    }

    public void add(Host host, long number) {
        processes.computeIfAbsent(host.identity(), key -> new ArrayList<>()).add(number);
    }

    public boolean isOnControllerHost(Host host) {
        return host.identity().equals(controller.identity());
    }

    public List<Long> processes(Host host) {
        return processes.getOrDefault(host.identity(), List.of()).stream()
                .distinct()
                .toList();
    }

    /** The name of an agent's host in results: that of the host, plus its first agent if another host has the same. */
    public String shown(Host host, String agent) {
        RunningHost running = host.running();
        if (running == null) {
            return host.name();
        }
        Map<String, String> ofName = shown.computeIfAbsent(host.name(), name -> new HashMap<>());
        return ofName.computeIfAbsent(
                running.start(), start -> ofName.isEmpty() ? host.name() : host.name() + " (" + agent + ")");
    }

    /** The host's own name, with which an agent sends samples, for its name in results. */
    public static String nameOnHost(String shown) {
        return shown.replaceFirst(" \\([^()]*\\)$", "");
    }

    /** The samples of an agent, with the name of its host replaced by the name in results. */
    public static List<TelemetrySample> withShownHost(String shown, List<TelemetrySample> samples) {
        String original = nameOnHost(shown);
        return shown.equals(original)
                ? samples
                : samples.stream()
                        .map(sample -> renamed(HostTelemetry.SOURCE + original, HostTelemetry.SOURCE + shown, sample))
                        .toList();
    }

    private static TelemetrySample renamed(String source, String newSource, TelemetrySample sample) {
        return sample.source().equals(source)
                ? new TelemetrySample(
                        sample.runNanos(),
                        newSource,
                        sample.series(),
                        sample.value(),
                        sample.unit(),
                        sample.cumulative())
                : sample;
    }
}

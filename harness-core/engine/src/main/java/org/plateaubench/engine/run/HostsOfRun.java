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
 * The hosts of the processes of a run. Two hosts may have the same name, and two containers of a host number their
 * processes separately, so a place is its running host, or its name where the system does not report that. Not thread-safe.
 */
public final class HostsOfRun {
    private final Place controller;
    private final Map<Object, List<Long>> processes = new HashMap<>();
    /** Names for results, by name and start. */
    private final Map<String, Map<String, String>> shown = new HashMap<>();

    public record Place(String name, @Nullable RunningHost running) {
        private Object identity() {
            return running == null ? name : running;
        }
    }

    public HostsOfRun() {
        this(
                new Place(
                        RunningHost.nameOr(Message.NO_HOST_NAME),
                        RunningHost.ofThisProcess().orElse(null)),
                ProcessHandle.current().pid());
    }

    HostsOfRun(Place controller, long number) {
        this.controller = controller;
        add(controller, number);
    }

    public void add(Place place, long number) {
        processes.computeIfAbsent(place.identity(), key -> new ArrayList<>()).add(number);
    }

    public boolean isOnControllerHost(Place place) {
        return place.identity().equals(controller.identity());
    }

    public List<Long> processes(Place place) {
        return processes.getOrDefault(place.identity(), List.of()).stream()
                .distinct()
                .toList();
    }

    /**
     * The name of an agent's host in results: the name of the host, followed by the name of the first agent on it if
     * another host of the run already has this name.
     */
    public String shown(Place place, String agent) {
        RunningHost running = place.running();
        if (running == null) {
            return place.name();
        }
        Map<String, String> ofName = shown.computeIfAbsent(place.name(), name -> new HashMap<>());
        return ofName.computeIfAbsent(
                running.start(), start -> ofName.isEmpty() ? place.name() : place.name() + " (" + agent + ")");
    }

    /** The host's own name, with which an agent sends samples, for its name in results. */
    public static String own(String shown) {
        return shown.replaceFirst(" \\([^()]*\\)$", "");
    }

    /** The samples of an agent, with the name of its host replaced by the name in results. */
    public static List<TelemetrySample> named(String shown, List<TelemetrySample> samples) {
        String own = own(shown);
        return shown.equals(own)
                ? samples
                : samples.stream()
                        .map(each -> named(HostTelemetry.SOURCE + own, HostTelemetry.SOURCE + shown, each))
                        .toList();
    }

    private static TelemetrySample named(String own, String shown, TelemetrySample sample) {
        return sample.source().equals(own)
                ? new TelemetrySample(
                        sample.runNanos(), shown, sample.series(), sample.value(), sample.unit(), sample.cumulative())
                : sample;
    }
}

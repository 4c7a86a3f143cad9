// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.host.HostName;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.TelemetrySample;

/**
 * The hosts on which the processes of a run are. Two hosts may have one name, and two containers of a host number their
 * processes separately: where processes report their running host, that decides, and otherwise the name of the host.
 * One thread.
 */
public final class HostsOfRun {

    private final Place controller;
    private final Map<String, List<Long>> byName = new HashMap<>();
    private final Map<String, List<Long>> byNameAlone = new HashMap<>();
    private final Map<RunningHost, List<Long>> byHost = new HashMap<>();
    /** Names for results, by name and start. */
    private final Map<String, Map<String, String>> shown = new HashMap<>();

    /**
     * Where a process is.
     *
     * @param name name of its host
     * @param running its running host; null where it does not report it
     */
    public record Place(String name, @Nullable RunningHost running) {}

    /** The hosts of a run whose controller is this process. */
    public HostsOfRun() {
        this(
                new Place(
                        HostName.ofThisHost(Message.NO_HOST_NAME),
                        RunningHost.ofThisProcess().orElse(null)),
                ProcessHandle.current().pid());
    }

    HostsOfRun(Place controller, long number) {
        this.controller = controller;
        add(controller, number);
    }

    /** Adds a process of the harness. */
    public void add(Place place, long number) {
        RunningHost running = place.running();
        byName.computeIfAbsent(place.name(), name -> new ArrayList<>()).add(number);
        if (running == null) {
            byNameAlone.computeIfAbsent(place.name(), name -> new ArrayList<>()).add(number);
        } else {
            byHost.computeIfAbsent(running, host -> new ArrayList<>()).add(number);
        }
    }

    /** Whether the numbers that processes have for the controller are valid at a place. */
    public boolean isHere(Place place) {
        RunningHost there = place.running();
        RunningHost here = controller.running();
        return (there == null || here == null) ? place.name().equals(controller.name()) : there.equals(here);
    }

    /** The numbers of the processes of the harness that are valid at a place. */
    public List<Long> processes(Place place) {
        RunningHost running = place.running();
        Stream<Long> all = running == null
                ? byName.getOrDefault(place.name(), List.of()).stream()
                : Stream.concat(
                        byHost.getOrDefault(running, List.of()).stream(),
                        byNameAlone.getOrDefault(place.name(), List.of()).stream());
        return all.distinct().toList();
    }

    /**
     * The name of an agent's host in results: that of the host, and behind it, where another host of the run has that name already, the
     * name of the first agent on it. Always the same for one place.
     */
    public String shown(Place place, String agent) {
        RunningHost running = place.running();
        if (running == null) {
            return place.name();
        }
        Map<String, String> ofName = shown.computeIfAbsent(place.name(), name -> new HashMap<>());
        String known = ofName.get(running.start());
        if (known == null) {
            known = ofName.isEmpty() ? place.name() : place.name() + " (" + agent + ")";
            ofName.put(running.start(), known);
        }
        return known;
    }

    /** The name that a host itself has, of which an agent sends samples, by that in results. */
    public static String own(String shown) {
        return shown.replaceFirst(" \\([^()]*\\)$", "");
    }

    /** The samples of an agent, those of its host under the name that it has in results. */
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

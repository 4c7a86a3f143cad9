// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.telemetry;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.vsphere.service.VcenterAddress;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.plugin.vsphere.vim.ManagedObject;
import org.plateaubench.plugin.vsphere.vim.NamePattern;
import org.plateaubench.plugin.vsphere.vim.PerformanceCounter;
import org.plateaubench.plugin.vsphere.vim.PerformanceSample;
import org.plateaubench.plugin.vsphere.vim.VirtualInfrastructure;
import org.plateaubench.spi.TelemetrySource;

/**
 * Asks for the newest samples, which the server takes every 20 s, and yields each once with its age: the server's clock is read with
 * every answer, so that samples lie on the run's clock whatever the server's says. A lost session is opened again. One
 * thread samples; another may close.
 */
final class RealTimeSamples implements TelemetrySource {
    static final List<String> USUAL_COUNTERS = List.of(
            "cpu.usage.average",
            "cpu.ready.summation",
            "cpu.costop.summation",
            "mem.usage.average",
            "mem.vmmemctl.average",
            "mem.swapinRate.average",
            "disk.usage.average",
            "disk.maxTotalLatency.latest",
            "net.usage.average",
            "power.power.average");

    /** Three intervals: what a slow answer or a lost session has missed comes with the next. */
    private static final int SAMPLES_A_QUESTION = 3;

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);

    /** Objects that are asked for, since a source yields at most 1,000 samples at once. */
    private static final int MOST_OBJECTS = 30;

    private final VcenterAddress place;
    private final Map<ManagedObject, String> names = new LinkedHashMap<>();
    private final Map<String, Instant> newest = new HashMap<>();
    private List<PerformanceCounter> counters = List.of();
    private volatile @Nullable HttpClient client;
    private volatile @Nullable VirtualInfrastructure session;
    private volatile boolean closed;

    RealTimeSamples(VcenterAddress place) {
        this.place = place;
    }

    @Override
    public List<Sample> sample() throws IOException, InterruptedException {
        try {
            VirtualInfrastructure open = session();
            List<PerformanceSample> told = open.samples(List.copyOf(names.keySet()), counters, SAMPLES_A_QUESTION);
            return news(told, open.clock());
        } catch (IOException e) {
            disconnect();
            throw e;
        }
    }

    private VirtualInfrastructure session() throws IOException, InterruptedException {
        VirtualInfrastructure known = session;
        if (known != null) {
            return known;
        }
        HttpClient opened = place.client();
        client = opened;
        VirtualInfrastructure signedIn = place.signIn(opened, ANSWER_LIMIT);
        session = signedIn;
        if (closed) {
            throw new IOException("The telemetry was closed while it connected.");
        }
        chooseObjects(signedIn.inventory());
        List<String> wanted = place.counters().isEmpty() ? USUAL_COUNTERS : place.counters();
        counters = signedIn.counters().stream()
                .filter(counter -> wanted.contains(counter.name()))
                .toList();
        if (counters.isEmpty()) {
            throw new IOException("The vCenter Server has none of the counters " + wanted + ".");
        }
        return signedIn;
    }

    private void chooseObjects(Inventory inventory) throws IOException {
        names.clear();
        inventory.hosts().forEach(host -> names.put(host.self(), host.name()));
        NamePattern machines = new NamePattern(place.machines());
        inventory.machines().stream()
                .filter(machine -> !machine.template() && machines.matches(machine.name()))
                .forEach(machine -> names.put(machine.self(), machine.name()));
        if (names.size() > MOST_OBJECTS) {
            throw new IOException(names.size() + " hosts and machines are more than the " + MOST_OBJECTS
                    + " that telemetry is taken of; name fewer machines.");
        }
    }

    /** What was not yielded before, with its age. */
    private List<Sample> news(List<PerformanceSample> told, Instant now) {
        List<Sample> news = new ArrayList<>();
        Map<String, Instant> seen = new HashMap<>();
        for (PerformanceSample one : told) {
            String series = names.get(one.entity()) + " " + one.counter().name();
            Instant before = newest.get(series);
            if (before == null || one.at().isAfter(before)) {
                ShownUnit unit = ShownUnit.of(one.counter().unit());
                Duration age = Duration.between(one.at(), now);
                news.add(new Sample(
                        series,
                        one.value() * unit.factor(),
                        unit.unit(),
                        false,
                        age.isNegative() ? Duration.ZERO : age));
                seen.merge(series, one.at(), (left, right) -> left.isAfter(right) ? left : right);
            }
        }
        newest.putAll(seen);
        return news;
    }

    private void disconnect() {
        VirtualInfrastructure open = session;
        HttpClient used = client;
        session = null;
        client = null;
        if (open != null && !closed) {
            open.close();
        }
        if (used != null) {
            used.shutdownNow();
        }
    }

    /** Ends a running question too; the server ends the session when it is not used. */
    @Override
    public void close() {
        closed = true;
        disconnect();
    }
}

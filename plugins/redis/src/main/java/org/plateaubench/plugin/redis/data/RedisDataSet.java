// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.plugin.redis.service.RedisAddress.Topology;
import org.plateaubench.plugin.redis.service.RedisAdminConnection;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.WorkloadContext;

/** The keys of one workload. Holds no connection between calls. */
public final class RedisDataSet implements DataSet {
    private static final String THERE = "sampled keys";

    private final RedisAddress place;
    private final RedisParameters parameters;
    private final ValueText values;
    private final FilledKeys filled;
    private final WorkloadContext<RedisParameters> context;
    private List<ServerCounts> before = List.of();
    private Set<Long> thereBefore = Set.of();
    private boolean justFilled;

    /** Creates the data of a workload in its SUT. */
    public RedisDataSet(WorkloadContext<RedisParameters> context) {
        this.context = context;
        place = RedisAddress.of(context.requiredSut());
        parameters = context.parameters();
        values = new ValueText(parameters.valueSizes(), context.dataSeed());
        filled = FilledKeys.share(parameters.keySpace(), parameters.fill());
    }

    private DataMarker wanted(DataLocations locations) {
        return DataMarker.wanted(
                parameters, locations.spread(parameters), filled, context.dataSeed(), context.tile(), context.name());
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws InterruptedException {
        return new Preflight(place, parameters, values, filled, policy).findings(this::wanted);
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws Exception {
        DataLocations locations = DataLocations.of(place, parameters);
        DataMarker wanted = wanted(locations);
        boolean isThere = true;
        boolean any = false;
        for (Map.Entry<InetSocketAddress, DataMarker> marker :
                markers(locations).entrySet()) {
            DataMarker found = marker.getValue();
            if (found.exists()) {
                any = true;
                String refusal = Preflight.refusal(marker.getKey(), found, wanted, parameters, policy);
                if (!refusal.isEmpty()) {
                    throw new SutException(refusal + " " + Preflight.remedy(found, wanted));
                }
            }
            isThere &= found.isLoaded() && found.difference(wanted).isEmpty();
        }
        justFilled = !isThere || policy != DataPolicy.REUSE;
        if (justFilled) {
            refuseForeign(locations);
            boolean canList = !locations.servers().isEmpty();
            fill(locations, wanted, any || (isAdopted() && canList), progress);
        }
        before = ServerCounts.ask(place, locations.servers());
    }

    private boolean isAdopted() {
        return parameters.adopt().equals(parameters.prefix());
    }

    private Map<InetSocketAddress, DataMarker> markers(DataLocations locations) throws IOException {
        Map<InetSocketAddress, DataMarker> markers = new LinkedHashMap<>();
        for (InetSocketAddress node : locations.markers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, node)) {
                markers.put(node, DataMarker.read(admin, parameters.prefix()));
            }
        }
        return markers;
    }

    private void refuseForeign(DataLocations locations) throws IOException, SutException, InterruptedException {
        String problems = Preflight.foreignKeys(locations, parameters, Long.MAX_VALUE).stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .map(Finding::toString)
                .collect(Collectors.joining(" "));
        if (!problems.isEmpty()) {
            throw new SutException(problems);
        }
    }

    /** Fills the places. Existing data, complete or not, is removed first, with a marker in place all the time. */
    private void fill(DataLocations locations, DataMarker wanted, boolean mayBeThere, Progress progress)
            throws IOException, SutException, InterruptedException {
        for (InetSocketAddress node : locations.markers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, node)) {
                if (!DataMarker.read(admin, parameters.prefix()).exists()) {
                    DataMarker.drop(admin, parameters.prefix()); // An adopted key may have the marker's name.
                }
                wanted.begin(admin, parameters.prefix());
            }
        }
        if (mayBeThere) {
            remove(locations, progress);
        }
        new KeyFiller(locations, parameters, values, filled, progress).run();
        for (InetSocketAddress node : locations.markers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, node)) {
                DataMarker.complete(admin, parameters.prefix());
            }
        }
    }

    private void remove(DataLocations locations, Progress progress)
            throws IOException, SutException, InterruptedException {
        if (place.topology() == Topology.PROXY && locations.servers().isEmpty()) {
            throw new SutException("Keys behind " + place + " cannot be removed, since its servers are not known: name"
                    + " them by 'servers' of the SUT, or use 'data: reuse'.");
        }
        new KeyRemover(locations, parameters.prefix()).run(progress, isAdopted());
    }

    @Override
    public void clear(Progress progress) throws Exception {
        DataLocations all = DataLocations.of(place, parameters);
        DataMarker wanted = wanted(all);
        List<InetSocketAddress> own = new ArrayList<>();
        markers(all).forEach((node, found) -> {
            if (found.exists() && (found.isOwnedLike(wanted) || isAdopted())) {
                own.add(node);
            }
        });
        if (own.isEmpty()) {
            return;
        }
        DataLocations locations = all.of(own);
        refuseForeign(locations);
        remove(locations, progress);
        for (InetSocketAddress node : locations.markers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, node)) {
                DataMarker.drop(admin, parameters.prefix());
            }
        }
    }

    @Override
    public List<Finding> verify() throws Exception {
        DataLocations locations = DataLocations.of(place, parameters);
        List<Finding> findings = new ArrayList<>();
        KeySample sample = KeySample.read(
                locations, parameters, values, KeySample.chosen(locations, parameters, filled, context.dataSeed()));
        if (sample.right() < sample.there().size()) {
            findings.add(Finding.problem(
                    (sample.there().size() - sample.right()) + " of "
                            + sample.there().size()
                            + " sampled values are not those that belong there.",
                    "Use 'data: reload', and find out which other client writes keys that begin with "
                            + parameters.prefix() + "."));
        }
        Set<Long> missing = new HashSet<>(KeySample.filled(parameters, filled, sample.asked()));
        int all = missing.size();
        missing.removeAll(sample.there());
        if (!missing.isEmpty()) {
            findings.add(lost(missing.size(), all));
        }
        thereBefore = sample.there();
        before = ServerCounts.ask(place, locations.servers());
        return findings;
    }

    private Finding lost(int missing, int all) {
        String message = missing + " of " + all + " sampled keys that were filled are not there";
        return Finding.note(
                justFilled
                        ? message + ": the servers have evicted them."
                        : message + ": they were evicted, have expired or were removed; 'data: reset' restores them.");
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        Map<String, String> baseline = new TreeMap<>();
        for (int server = 0; server < before.size(); server++) {
            before.get(server).store(server + ".", baseline);
        }
        baseline.put(THERE, thereBefore.stream().map(String::valueOf).collect(Collectors.joining(",")));
        return Optional.of(baseline);
    }

    @Override
    public void resume(Map<String, String> baseline) {
        List<ServerCounts> servers = new ArrayList<>();
        for (String prefix = "0."; ServerCounts.isStored(prefix, baseline); prefix = servers.size() + ".") {
            servers.add(ServerCounts.stored(prefix, baseline));
        }
        before = servers;
        thereBefore = Stream.of(baseline.getOrDefault(THERE, "").split(",", -1))
                .filter(key -> !key.isEmpty())
                .map(Long::valueOf)
                .collect(Collectors.toSet());
    }

    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        DataLocations locations = DataLocations.of(place, parameters);
        List<ServerCounts> after = ServerCounts.ask(place, locations.servers());
        List<Reconciliation> rows = new ArrayList<>();
        if (before.size() == after.size() && !before.isEmpty()) {
            rows.addAll(new Reconciler(locations, parameters, before, after, sent).rows());
        }
        rows.addAll(new LostKeys(locations, parameters, values, sent, before).rows(thereBefore));
        return rows;
    }

    /** Identifies servers by the id that each takes at its start, and by their role. */
    @Override
    public List<SutIncarnation> incarnations() throws IOException {
        List<SutIncarnation> lives = new ArrayList<>();
        for (InetSocketAddress server : DataLocations.of(place, parameters).servers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, server)) {
                Map<String, String> info = admin.info();
                Instant started = Instant.now()
                        .minusSeconds(Long.parseLong(info.getOrDefault("uptime_in_seconds", "0")))
                        .truncatedTo(ChronoUnit.SECONDS);
                lives.add(new SutIncarnation(
                        "Redis at " + server.getHostString() + ":" + server.getPort(),
                        "run id " + info.getOrDefault("run_id", "unknown") + " as "
                                + info.getOrDefault("role", "unknown"),
                        "started at " + started));
            }
        }
        return lives;
    }
}

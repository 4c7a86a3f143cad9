// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.redis.DataLocations.MarkerKey;
import org.plateaubench.plugin.redis.Reconciler.KeySample;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.FilledKeys;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.WorkloadContext;

/** The keys of one workload. Holds no connection between calls. */
public final class RedisDataSet extends MarkedDataSet {
    private static final String EXISTING = "sampled keys";
    /** Maximum number of keys of a server that preflight searches for foreign keys. */
    private static final long MAX_PREFLIGHT_KEYS = 1_000_000;
    /** Memory of Redis 7 for a key in addition to the bytes of key and value, measured: entry, object, two headers. */
    private static final int BYTES_PER_KEY = 80;
    /** Memory for an element of a small hash, list or sorted set, in addition to its bytes. */
    private static final int BYTES_PER_ELEMENT = 12;

    private final WorkloadContext<RedisParameters> context;
    private final RedisAddress address;
    private final RedisParameters parameters;
    private final String prefix;
    private final ValueText values;

    public RedisDataSet(WorkloadContext<RedisParameters> context) {
        this.context = context;
        address = RedisAddress.of(context.requiredSut());
        parameters = context.parameters();
        prefix = parameters.prefix();
        values = new ValueText(parameters.valueSizes(), context.dataSeed());
    }

    @Override
    protected MarkedData open(boolean inAdvance) throws IOException {
        return new Session(inAdvance);
    }

    @Override
    protected List<Finding> checkReachable() {
        List<Finding> findings = new ArrayList<>();
        for (InetSocketAddress node : address.nodes()) {
            try (RedisConnection connection = RedisConnection.open(address, node)) {
                // The key need not exist; missing rights or a refused login show here.
                connection.execute("GET", prefix + "reached");
                MarkerKey.read(connection, prefix);
            } catch (IOException e) {
                String message = String.valueOf(e.getMessage());
                if (!message.startsWith("MOVED")) {
                    findings.add(Finding.problem(
                            "Redis at " + RedisAddress.text(node) + " cannot be used: " + message + ".",
                            message.startsWith("NOPERM")
                                    ? "Allow its user to run the commands of the workload on keys of its prefix (ACL"
                                            + " SETUSER)."
                                    : "Make sure that it runs, has loaded its data and serves every slot of a cluster,"
                                            + " and that address, TLS, 'user' and 'password' of the SUT are right."));
                }
            }
        }
        return findings;
    }

    @Override
    public List<SutIncarnation> incarnations() throws IOException {
        List<SutIncarnation> incarnations = new ArrayList<>();
        RedisConnection.forEach(
                address, DataLocations.of(address, parameters, values).servers(), (server, connection) -> {
                    Map<String, String> info = connection.info("default");
                    Instant started = Instant.now()
                            .minusSeconds(Long.parseLong(info.getOrDefault("uptime_in_seconds", "0")))
                            .truncatedTo(ChronoUnit.SECONDS);
                    incarnations.add(new SutIncarnation(
                            "Redis at " + RedisAddress.text(server),
                            "run id " + info.getOrDefault("run_id", "unknown") + " as "
                                    + info.getOrDefault("role", "unknown"),
                            "started at " + started));
                });
        return incarnations;
    }

    /** The keys on all servers. Each server that holds a separate key space has a marker. */
    private final class Session implements MarkedData {
        private final boolean inAdvance;
        private final DataMarker wanted;
        private DataLocations locations;
        private boolean isMarked;

        Session(boolean inAdvance) throws IOException {
            this.inAdvance = inAdvance;
            locations = DataLocations.of(address, parameters, values);
            wanted = DataMarker.of(context)
                    .with("layout", 1)
                    .with(MarkerKey.KEYS, parameters.keySpace())
                    .with("filled", parameters.filled().count())
                    .with("fillKinds", parameters.fillKinds().stream().sorted().toList())
                    .with("elements", parameters.elements())
                    .with("valueSizes", new TreeMap<>(parameters.valueSizes()))
                    .with("spread", locations.distribution());
        }

        @Override
        public DataMarker wanted() {
            return wanted;
        }

        private String name(InetSocketAddress node) {
            return RedisAddress.text(node) + " (prefix " + prefix + ")";
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws IOException {
            Map<String, Optional<DataMarker>> markers = new LinkedHashMap<>();
            forEachMarkerNode((node, connection) -> markers.put(name(node), MarkerKey.read(connection, prefix)));
            isMarked = markers.values().stream().anyMatch(Optional::isPresent);
            return markers;
        }

        private void forEachMarkerNode(RedisConnection.Work<RuntimeException> work) throws IOException {
            RedisConnection.forEach(address, locations.markers(), work);
        }

        @Override
        public void mark(DataMarker marker) throws IOException {
            forEachMarkerNode((node, connection) -> MarkerKey.write(connection, prefix, marker));
        }

        @Override
        public void unmark() throws IOException {
            forEachMarkerNode((node, connection) -> MarkerKey.delete(connection, prefix));
        }

        @Override
        public void restrictTo(List<String> nodeNames) {
            locations = locations.withMarkers(locations.markers().stream()
                    .filter(node -> nodeNames.contains(name(node)))
                    .toList());
        }

        @Override
        public void load(Progress progress) throws IOException, InterruptedException {
            new KeyFiller(locations, parameters, parameters.filled(), progress, new AtomicLong()).run();
        }

        @Override
        public void clear(Progress progress) throws IOException, SutException, InterruptedException {
            if (address.topology() == Topology.PROXY && locations.servers().isEmpty()) {
                if (isMarked) {
                    throw new SutException(
                            "Keys behind " + address + " cannot be removed, since its servers are not known:"
                                    + " name them by 'servers' of the SUT, or use 'data: reuse'.");
                }
                return;
            }
            remover().run(progress);
        }

        private KeyRemover remover() {
            return new KeyRemover(locations, prefix, isAdopted());
        }

        @Override
        public boolean isAdopted() {
            return parameters.adopt().equals(prefix);
        }

        @Override
        public String remedyOfForeign() {
            return "Give this workload another 'prefix', or take them over with 'data: reload' and 'adopt'.";
        }

        @Override
        public List<Finding> inspect(List<Task> tasks) throws IOException {
            List<Finding> findings = new ArrayList<>();
            List<Map<String, String>> servers = new ArrayList<>();
            Map<String, String> starts = new HashMap<>();
            RedisConnection.forEach(address, locations.servers(), (server, connection) -> {
                Map<String, String> info = connection.info("everything");
                servers.add(info);
                String name = RedisAddress.text(server);
                String first = starts.putIfAbsent(info.getOrDefault("run_id", name), name);
                if (first != null) { // Its keys and commands would be counted twice.
                    findings.add(Finding.problem(
                            first + " and " + name + " are the same server.", "Name it once in the SUT's addresses."));
                }
                if ("slave".equals(info.get("role"))) {
                    findings.add(Finding.note("Redis at " + name + " is a replica, which accepts no writes."));
                }
            });
            long needed = neededBytes() * locations.copies().size();
            long available = servers.stream().mapToLong(Session::memoryLimit).sum();
            if (!servers.isEmpty() && servers.stream().allMatch(info -> memoryLimit(info) > 0) && needed > available) {
                String message = "The data needs about " + (needed >> 20) + " MiB of memory and the servers may use "
                        + (available >> 20) + " MiB.";
                boolean mayEvict = servers.stream()
                        .noneMatch(info -> info.getOrDefault("maxmemory_policy", "noeviction")
                                .equals("noeviction"));
                String remedy = "Lower 'keySpace', 'fill' or 'valueSizes', or give them more.";
                Finding problem = Finding.problem(message, remedy);
                findings.add(mayEvict ? Finding.note(message + " They will evict keys.") : problem);
            }
            if (address.topology() == Topology.PROXY && servers.isEmpty()) {
                findings.add(Finding.note("The servers behind " + address
                        + " are not known: keys can be filled, but neither removed nor counted."
                        + " Name them by 'servers'."));
            }
            return findings;
        }

        /** Returns how much memory a server may use, in bytes; 0 when unknown. */
        private static long memoryLimit(Map<String, String> info) {
            long limit = Long.parseLong(info.getOrDefault("maxmemory", "0"));
            return limit > 0 ? limit : Long.parseLong(info.getOrDefault("total_system_memory", "0"));
        }

        private long neededBytes() {
            double perKey = 0;
            for (Family kind : parameters.fillKinds()) {
                int elements = kind == Family.STRING || kind == Family.COUNTER ? 1 : parameters.elements();
                double size = kind == Family.COUNTER || kind == Family.SORTED_SET ? 8 : values.meanSize();
                perKey += BYTES_PER_KEY + prefix.length() + 14 + elements * (BYTES_PER_ELEMENT + size);
            }
            return (long) (perKey * parameters.filled().count());
        }

        @Override
        public List<Finding> foreign(List<Task> tasks) throws IOException, InterruptedException {
            boolean isUsed = tasks.stream().allMatch(task -> task.work() == Work.USE);
            if (isUsed && !inAdvance) {
                return List.of();
            }
            if (locations.servers().isEmpty()) {
                return isAdopted() || isMarked
                        ? List.of()
                        : List.of(Finding.problem(
                                "Foreign keys that begin with " + prefix
                                        + " cannot be found, because the servers behind " + address + " are not known.",
                                "Name them by 'servers' of the SUT, or have such keys overwritten with 'adopt: \""
                                        + prefix + "\"'."));
            }
            List<Finding> findings = new ArrayList<>();
            for (KeyRemover.Foreign foreign : remover().foreign(inAdvance ? MAX_PREFLIGHT_KEYS : Long.MAX_VALUE)) {
                String keys = "Keys at " + RedisAddress.text(foreign.server()) + " that begin with " + prefix;
                String message = keys + " are not the workload's: " + foreign;
                if (!foreign.owners().isEmpty()) {
                    findings.add(Finding.problem(
                                    keys + " are those of workload " + String.join(", ", foreign.owners()) + ": "
                                            + foreign + ".",
                                    "Choose another 'prefix', or leave 'adopt' out.")
                            .about("adopt"));
                } else if (!isAdopted()) {
                    findings.add(Finding.problem(
                                    message + ".",
                                    "Choose another 'prefix', or have them removed with 'adopt: \"" + prefix + "\"'.")
                            .about("adopt"));
                } else if (!isUsed) {
                    findings.add(Finding.note(message + "; they are adopted, and will be removed."));
                }
            }
            return findings;
        }

        private KeySample sample() throws IOException {
            return KeySample.read(locations, KeySample.choose(locations, context.dataSeed()));
        }

        @Override
        public List<Finding> check(boolean isFresh) throws IOException {
            List<Finding> findings = new ArrayList<>();
            KeySample sample = sample();
            int existing = sample.existing().size();
            if (sample.correct() < existing) {
                findings.add(Finding.problem(
                        (existing - sample.correct()) + " of " + existing
                                + " sampled values differ from the written ones.",
                        "Use 'data: reload', and find out which other client writes keys that begin with " + prefix
                                + "."));
            }
            FilledKeys filled = parameters.filled();
            boolean areFilled = parameters.fillKinds().contains(Family.STRING);
            List<Long> expected = sample.sampled().stream()
                    .filter(key -> areFilled && filled.contains(key % parameters.keySpace()))
                    .toList();
            long missing = expected.stream()
                    .filter(key -> !sample.existing().contains(key))
                    .count();
            if (missing > 0) {
                findings.add(Finding.note(missing + " of " + expected.size() + " sampled filled keys are missing"
                        + (isFresh
                                ? ": the servers have evicted them."
                                : ": they were evicted, have expired or were removed; 'data: reset' restores them.")));
            }
            return findings;
        }

        @Override
        public DataDescription describe() throws IOException {
            ServerCounts counts = ServerCounts.read(address, locations.servers());
            List<String> servers =
                    counts.starts().stream().map(id -> "Redis of run id " + id).toList();
            Map<String, String> facts = Map.of(
                    DataDescription.SIZE + "keys", Long.toString(counts.number(ServerCounts.KEYS)),
                    DataDescription.SIZE + "bytes", Long.toString(counts.number(ServerCounts.BYTES)));
            return new DataDescription(servers, servers.isEmpty() ? Map.of() : facts, List.of());
        }

        @Override
        public Map<String, String> count() throws IOException {
            Map<String, String> figures = new TreeMap<>();
            figures.put(
                    EXISTING, sample().existing().stream().map(String::valueOf).collect(Collectors.joining(",")));
            figures.putAll(ServerCounts.read(address, locations.servers()).figures());
            return figures;
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> stored, SentTotals sent) throws IOException {
            Set<Long> existing = Stream.of(stored.getOrDefault(EXISTING, "").split(",", -1))
                    .filter(key -> !key.isEmpty())
                    .map(Long::valueOf)
                    .collect(Collectors.toSet());
            return new Reconciler(locations, sent, new ServerCounts(stored)).rows(existing);
        }
    }
}

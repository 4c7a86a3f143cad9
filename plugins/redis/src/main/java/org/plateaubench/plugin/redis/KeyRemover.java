// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.DataLocations.MarkerKey;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.spi.Progress;

/** Finds and removes the keys of a prefix, server by server. */
record KeyRemover(DataLocations locations, String prefix, boolean adopted) {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String SCAN_COUNT = "1000";
    private static final String START = "0";
    /** Maximum number of foreign keys of a server that are named. */
    private static final int MAX_LISTED_KEYS = 10;

    @FunctionalInterface
    private interface Step {
        /** Handles the keys; returns whether to continue. */
        boolean handle(List<String> keys, long scanned) throws IOException, InterruptedException;
    }

    private void scan(RedisConnection admin, Step step) throws IOException, InterruptedException {
        String cursor = START;
        long steps = 0;
        boolean continues = true;
        do {
            Object answer = admin.execute("SCAN", cursor, "MATCH", prefix + "*", "COUNT", SCAN_COUNT);
            if (!(answer instanceof List<?> parts) || parts.size() < 2 || !(parts.get(1) instanceof List<?> keys)) {
                throw new IOException("SCAN returned something other than keys");
            }
            cursor = String.valueOf(parts.getFirst());
            steps++;
            continues = step.handle(keys.stream().map(String::valueOf).toList(), steps * Integer.parseInt(SCAN_COUNT));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        } while (continues && !cursor.equals(START));
    }

    /** Removes the keys of a workload with the prefix, or, if adopted, every key with it; the marker stays. */
    void run(Progress progress) throws IOException, InterruptedException {
        for (InetSocketAddress server : locations.servers()) {
            try (RedisConnection admin = RedisConnection.open(locations.address(), server, TIMEOUT)) {
                long keys = Long.parseLong(admin.text("DBSIZE"));
                scan(admin, (found, scanned) -> {
                    progress.report("removing keys", Math.min(scanned, keys), keys, "keys scanned");
                    remove(admin, found);
                    return true;
                });
            }
        }
    }

    /** Removes keys with one command per key, since keys of one command must have one slot in a cluster. */
    private void remove(RedisConnection admin, List<String> keys) throws IOException {
        String markerKey = MarkerKey.of(prefix);
        int sent = 0;
        for (String key : keys) {
            if (adopted ? !key.equals(markerKey) : KeyText.family(prefix, key) != null) {
                admin.send("UNLINK", key.getBytes(StandardCharsets.UTF_8));
                sent++;
            }
        }
        admin.awaitReplies(sent);
    }

    /** Foreign keys of one server, the first ones by name, and other workloads with a marker among them. */
    record Foreign(InetSocketAddress server, List<String> names, long count, Set<String> owners) {
        @Override
        public String toString() {
            return String.join(", ", names) + (count > names.size() ? " and " + (count - names.size()) + " more" : "");
        }
    }

    /**
     * Finds foreign keys: every key with the prefix when there is no marker or keys are adopted, otherwise keys with
     * the form of the workload's keys, but another type or a number beyond the key space.
     *
     * @param maxScanned number of scanned keys of a server after which the scan ends; it also ends after a tenth of
     *     this number of keys with the prefix
     */
    List<Foreign> foreign(long maxScanned) throws IOException, InterruptedException {
        List<Foreign> all = new ArrayList<>();
        RedisConnection.forEach(locations.address(), locations.servers(), (server, connection) -> {
            Optional<DataMarker> marker = MarkerKey.read(locations.address(), locations.marker(server), prefix);
            List<String> names = new ArrayList<>();
            Set<String> owners = new TreeSet<>();
            // The numbers of foreign keys and of all keys with the prefix.
            long[] count = {0, 0};
            scan(connection, (keys, scanned) -> {
                count[1] += keys.size();
                for (String key : foreign(connection, keys, marker)) {
                    count[0]++;
                    if (names.size() < MAX_LISTED_KEYS) {
                        names.add(key);
                    }
                    if (adopted && key.endsWith(MarkerKey.of(""))) {
                        String other = MarkerKey.prefix(key);
                        MarkerKey.read(connection, other)
                                .ifPresent(otherMarker -> owners.add(otherMarker.owner() + " (prefix " + other + ")"));
                    }
                }
                return scanned < maxScanned && count[1] < maxScanned / 10;
            });
            if (count[0] > 0) {
                all.add(new Foreign(server, names, count[0], owners));
            }
        });
        return all;
    }

    private List<String> foreign(RedisConnection admin, List<String> keys, Optional<DataMarker> marker)
            throws IOException {
        List<String> foreign = new ArrayList<>();
        List<String> candidates = new ArrayList<>();
        for (String key : keys) {
            if (KeyText.family(prefix, key) != null && MarkerKey.mayInclude(marker, KeyText.number(key))) {
                admin.send("TYPE", key.getBytes(StandardCharsets.UTF_8));
                candidates.add(key);
            } else if (!key.equals(MarkerKey.of(prefix)) || marker.isEmpty()) {
                if (adopted || marker.isEmpty() || KeyText.family(prefix, key) != null) {
                    foreign.add(key);
                }
            }
        }
        List<@Nullable Object> types = admin.awaitReplies(candidates.size());
        for (int i = 0; i < candidates.size(); i++) {
            String type = types.get(i) instanceof byte[] text ? new String(text, StandardCharsets.US_ASCII) : "";
            Family kind = KeyText.family(prefix, candidates.get(i));
            // A key that was removed since it was listed has the type none.
            if (kind != null && !type.equals(kind.type()) && !type.equals("none")) {
                foreign.add(candidates.get(i));
            }
        }
        return foreign;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.plugin.redis.service.RedisAdminConnection;
import org.plateaubench.spi.Progress;

/** Finds and removes the keys of a prefix, server by server. */
final class KeyRemover {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String AT_A_TIME = "1000";
    private static final String START = "0";

    private final DataLocations locations;
    private final String prefix;

    KeyRemover(DataLocations locations, String prefix) {
        this.locations = locations;
        this.prefix = prefix;
    }

    /** Receives the keys of one step of a scan. */
    @FunctionalInterface
    private interface Step {
        /** Handles the keys; returns whether to continue. */
        boolean take(List<String> keys, long looked) throws IOException, InterruptedException;
    }

    private void scan(RedisAdminConnection admin, Step step) throws IOException, InterruptedException {
        String cursor = START;
        long steps = 0;
        boolean wanted = true;
        do {
            Object answer = admin.ask("SCAN", cursor, "MATCH", prefix + "*", "COUNT", AT_A_TIME);
            if (!(answer instanceof List<?> parts) || parts.size() < 2 || !(parts.get(1) instanceof List<?> keys)) {
                throw new IOException("SCAN returned something other than keys");
            }
            cursor = String.valueOf(parts.getFirst());
            steps++;
            wanted = step.take(keys.stream().map(String::valueOf).toList(), steps * Integer.parseInt(AT_A_TIME));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        } while (wanted && !cursor.equals(START));
    }

    /**
     * Removes the keys of a workload with the prefix; its marker stays.
     *
     * @param adopted whether to remove every other key with the prefix too
     */
    void run(Progress progress, boolean adopted) throws IOException, InterruptedException {
        for (InetSocketAddress server : locations.servers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(locations.place(), server, LIMIT)) {
                long keys = Long.parseLong(admin.text("DBSIZE"));
                scan(admin, (found, looked) -> {
                    progress.report("removing keys", Math.min(looked, keys), keys, "keys scanned");
                    remove(admin, found, adopted);
                    return true;
                });
            }
        }
    }

    /** Removes keys with one command per key, since keys of one command must have one slot in a cluster. */
    private void remove(RedisAdminConnection admin, List<String> keys, boolean adopted) throws IOException {
        String marker = DataMarker.key(prefix);
        int sent = 0;
        for (String key : keys) {
            if (adopted ? !key.equals(marker) : KeyText.isKey(prefix, key)) {
                admin.send("UNLINK", key.getBytes(StandardCharsets.UTF_8));
                sent++;
            }
        }
        admin.awaitAnswers(sent);
    }

    /**
     * Returns a key with the prefix, empty if there is none.
     *
     * @param most least number of keys of each server to check
     */
    String anyKey(long most) throws IOException, InterruptedException {
        String[] any = {""};
        for (InetSocketAddress server : locations.servers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(locations.place(), server)) {
                scan(admin, (found, looked) -> {
                    any[0] = found.isEmpty() ? "" : found.getFirst();
                    return found.isEmpty() && looked < most;
                });
            }
            if (!any[0].isEmpty()) {
                break;
            }
        }
        return any[0];
    }
}

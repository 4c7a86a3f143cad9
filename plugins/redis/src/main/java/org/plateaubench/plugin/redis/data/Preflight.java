// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.plugin.redis.service.RedisAddress.Topology;
import org.plateaubench.plugin.redis.service.RedisAdminConnection;

/** Checks, without changes, whether the data of the servers can be used, or created. */
final class Preflight {
    /** Most keys of a server that are searched for keys like Plateau's. */
    private static final long MOST_CHECKED = 1_000_000;
    /** Memory of Redis 7 for a key in addition to the bytes of key and value, measured: entry, object, two headers. */
    private static final int BYTES_PER_KEY = 80;
    /** Memory for an element of a small hash, list or sorted set, in addition to its bytes. */
    private static final int BYTES_PER_ELEMENT = 12;

    private final RedisAddress place;
    private final RedisParameters parameters;
    private final ValueText values;
    private final FilledKeys filled;
    private final DataPolicy policy;
    private final List<Finding> findings = new ArrayList<>();

    Preflight(RedisAddress place, RedisParameters parameters, ValueText values, FilledKeys filled, DataPolicy policy) {
        this.place = place;
        this.parameters = parameters;
        this.values = values;
        this.filled = filled;
        this.policy = policy;
    }

    /** Returns the findings; data is checked only when all nodes answer. */
    List<Finding> findings(WantedMarker wanted) throws InterruptedException {
        for (InetSocketAddress node : place.nodes()) {
            reach(node);
        }
        if (findings.stream().noneMatch(finding -> finding.severity() == Finding.Severity.PROBLEM)) {
            try {
                DataLocations locations = DataLocations.of(place, parameters);
                servers(locations);
                data(locations, wanted.of(locations));
            } catch (IOException e) {
                findings.add(Finding.problem(
                        "The data at " + place + " cannot be inspected: " + e.getMessage() + ".",
                        "Make sure that its user may run commands on keys that begin with " + parameters.prefix()
                                + "."));
            }
        }
        return List.copyOf(findings);
    }

    /** Creates the marker of the wanted data. */
    @FunctionalInterface
    interface WantedMarker {
        DataMarker of(DataLocations locations);
    }

    private static String text(InetSocketAddress node) {
        return node.getHostString() + ":" + node.getPort();
    }

    private void reach(InetSocketAddress node) {
        try (RedisAdminConnection admin = RedisAdminConnection.open(place, node)) {
            // The key need not exist; missing rights or a refused login show here.
            admin.ask("GET", parameters.prefix() + "reached");
        } catch (IOException e) {
            String words = String.valueOf(e.getMessage());
            if (!words.startsWith("MOVED")) {
                findings.add(
                        Finding.problem("Redis at " + text(node) + " cannot be used: " + words + ".", remedy(words)));
            }
        }
    }

    private static String remedy(String words) {
        String first = words.split(" ", 2)[0];
        return switch (first) {
            case "NOAUTH", "WRONGPASS" -> "Correct 'user' and 'password' of the SUT.";
            case "NOPERM" -> "Allow its user to run the commands of the workload on keys of its prefix (ACL SETUSER).";
            case "LOADING" -> "Wait until it has loaded its data.";
            case RedisFailure.CLUSTER_DOWN -> "Make sure that every slot of the cluster has a node (CLUSTER INFO).";
            default -> "Make sure that it runs and that address, TLS, user and password of the SUT are right.";
        };
    }

    private void servers(DataLocations locations) throws IOException {
        long most = 0;
        long available = 0;
        boolean isBounded = !locations.servers().isEmpty();
        Map<String, String> starts = new HashMap<>();
        for (InetSocketAddress server : locations.servers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, server)) {
                Map<String, String> info = admin.everything();
                same(starts.putIfAbsent(info.getOrDefault("run_id", text(server)), text(server)), text(server));
                if ("slave".equals(info.get("role"))) {
                    findings.add(Finding.note("Redis at " + text(server) + " is a replica, which writes nothing."));
                }
                long limit = Long.parseLong(info.getOrDefault("maxmemory", "0"));
                long memory = Long.parseLong(info.getOrDefault("total_system_memory", "0"));
                isBounded &= limit > 0 || memory > 0;
                available += limit > 0 ? limit : memory;
                most += "noeviction".equals(info.getOrDefault("maxmemory_policy", "noeviction")) ? 1 : 0;
            }
        }
        long needed = neededBytes() * locations.wholes().size();
        if (isBounded && needed > available) {
            String message = "The data needs about " + megabytes(needed) + " of memory and the servers may use "
                    + megabytes(available) + ".";
            findings.add(
                    most > 0
                            ? Finding.problem(message, "Lower 'keySpace', 'fill' or 'valueSizes', or give them more.")
                            : Finding.note(message + " They will evict keys."));
        }
    }

    /** Checks that two addresses are not one server, whose content and counts would be taken for those of two. */
    private void same(@Nullable String first, String second) {
        if (first != null) {
            findings.add(Finding.problem(
                    first + " and " + second + " are the same server.", "Name it once in the SUT's addresses."));
        }
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }

    private long neededBytes() {
        double perKey = 0;
        int key = parameters.prefix().length() + 14;
        for (Family kind : parameters.fillKinds()) {
            double element = BYTES_PER_ELEMENT
                    + switch (kind) {
                        case STRING, LIST, HASH -> values.meanSize();
                        case COUNTER, SORTED_SET -> 8;
                    };
            perKey += BYTES_PER_KEY
                    + key
                    + (kind == Family.STRING || kind == Family.COUNTER ? element : element * parameters.elements());
        }
        return (long) (perKey * filled.count());
    }

    private void data(DataLocations locations, DataMarker wanted) throws IOException, InterruptedException {
        boolean isThere = true;
        for (InetSocketAddress node : locations.markers()) {
            try (RedisAdminConnection admin = RedisAdminConnection.open(place, node)) {
                DataMarker found = DataMarker.read(admin, parameters.prefix());
                isThere &= found.isLoaded() && found.difference(wanted).isEmpty();
                look(node, found, wanted);
            }
        }
        List<Finding> foreign = new ArrayList<>(foreignKeys(locations, parameters, MOST_CHECKED));
        if (isThere && policy == DataPolicy.REUSE) { // Adopted keys are not removed.
            foreign.removeIf(finding -> finding.severity() == Finding.Severity.NOTE);
        }
        findings.addAll(foreign);
        if (locations.place().topology() == Topology.PROXY
                && locations.servers().isEmpty()) {
            findings.add(
                    Finding.note(
                            "The servers behind " + place
                                    + " are not known, so that keys can be filled, and not removed nor counted; name them by 'servers'."));
        }
    }

    private void look(InetSocketAddress node, DataMarker found, DataMarker wanted) {
        if (!found.exists()) {
            return;
        }
        String refusal = refusal(node, found, wanted, parameters, policy);
        if (!refusal.isEmpty()) {
            findings.add(Finding.problem(refusal, remedy(found, wanted)));
        } else if (!found.difference(wanted).isEmpty()) {
            findings.add(
                    Finding.note("The keys at " + text(node) + " are replaced: " + found.difference(wanted) + "."));
        }
    }

    /** Returns why data may be neither used nor replaced; empty if it may. */
    static String refusal(
            InetSocketAddress node,
            DataMarker found,
            DataMarker wanted,
            RedisParameters parameters,
            DataPolicy policy) {
        boolean adopted = parameters.adopt().equals(parameters.prefix());
        if (!found.isOwnedLike(wanted) && !adopted) {
            return "The keys that begin with " + parameters.prefix() + " at " + text(node) + " are those of workload "
                    + found.owner() + ".";
        }
        boolean mayReplace = policy == DataPolicy.RELOAD || !found.isLoaded();
        String difference = found.difference(wanted);
        return difference.isEmpty() || mayReplace
                ? ""
                : "The keys that begin with " + parameters.prefix() + " at " + text(node)
                        + " differ from the requested ones: " + difference + ".";
    }

    /** Returns the remedy of a refusal. */
    static String remedy(DataMarker found, DataMarker wanted) {
        return found.isOwnedLike(wanted)
                ? "Use 'data: reload' to replace them, or correct the parameters."
                : "Give this workload another 'prefix', or take them over with 'data: reload' and 'adopt'.";
    }

    private static List<Finding> unlisted(DataLocations locations, String prefix) throws IOException {
        try (RedisAdminConnection admin =
                RedisAdminConnection.open(locations.place(), locations.markers().getFirst())) {
            return DataMarker.read(admin, prefix).exists()
                    ? List.of()
                    : List.of(Finding.problem(
                            "Foreign keys that begin with " + prefix + " cannot be found, because the servers behind "
                                    + locations.place() + " are not known.",
                            "Name them by 'servers' of the SUT, or have such keys overwritten with 'adopt: \"" + prefix
                                    + "\"'."));
        }
    }

    /**
     * Returns a problem for foreign keys that filling, the load or removal would change, and a note for adopted ones.
     *
     * @param most least number of keys of each server to check
     */
    static List<Finding> foreignKeys(DataLocations locations, RedisParameters parameters, long most)
            throws IOException, InterruptedException {
        String prefix = parameters.prefix();
        boolean adopted = parameters.adopt().equals(prefix);
        if (locations.servers().isEmpty()) {
            return adopted ? List.of() : unlisted(locations, prefix);
        }
        List<Finding> findings = new ArrayList<>();
        for (KeyRemover.Foreign foreign : new KeyRemover(locations, prefix).foreign(most, adopted)) {
            String keys = "Keys at " + text(foreign.server()) + " that begin with " + prefix;
            String message = keys + " are not the workload's: " + foreign;
            if (!foreign.owners().isEmpty()) {
                findings.add(Finding.problem(
                                keys + " are those of workload " + String.join(", ", foreign.owners()) + ": " + foreign
                                        + ".",
                                "Choose another 'prefix', or leave 'adopt' out.")
                        .about("adopt"));
            } else if (adopted) {
                findings.add(Finding.note(message + "; they are adopted, and will be removed."));
            } else {
                findings.add(Finding.problem(
                                message + ".",
                                "Choose another 'prefix', or have them removed with 'adopt: \"" + prefix + "\"'.")
                        .about("adopt"));
            }
        }
        return findings;
    }
}

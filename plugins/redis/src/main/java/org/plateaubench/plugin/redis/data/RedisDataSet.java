// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.plugin.redis.service.RedisAdminConnection;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.WorkloadContext;

/** The keys of one workload. Holds no connection between calls. */
public final class RedisDataSet extends MarkedDataSet {
    private final RedisAddress place;
    private final RedisParameters parameters;
    private final WorkloadContext<RedisParameters> context;

    /** Creates the data of a workload in its SUT. */
    public RedisDataSet(WorkloadContext<RedisParameters> context) {
        this.context = context;
        place = RedisAddress.of(context.requiredSut());
        parameters = context.parameters();
    }

    @Override
    protected MarkedData open(boolean inAdvance) throws IOException {
        return new RedisData(context, place, inAdvance);
    }

    @Override
    protected List<Finding> reach() {
        List<Finding> findings = new ArrayList<>();
        for (InetSocketAddress node : place.nodes()) {
            reach(node, findings);
        }
        if (findings.isEmpty()) {
            try {
                new RedisData(context, place, true).markers();
            } catch (IOException e) {
                findings.add(Finding.problem(
                        "The data at " + place + " cannot be inspected: " + e.getMessage() + ".",
                        "Make sure that its user may run commands on keys that begin with " + parameters.prefix()
                                + "."));
            }
        }
        return findings;
    }

    private void reach(InetSocketAddress node, List<Finding> findings) {
        try (RedisAdminConnection admin = RedisAdminConnection.open(place, node)) {
            // The key need not exist; missing rights or a refused login show here.
            admin.ask("GET", parameters.prefix() + "reached");
        } catch (IOException e) {
            String words = String.valueOf(e.getMessage());
            if (!words.startsWith("MOVED")) {
                findings.add(Finding.problem(
                        "Redis at " + RedisData.text(node) + " cannot be used: " + words + ".", remedy(words)));
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
                        "Redis at " + RedisData.text(server),
                        "run id " + info.getOrDefault("run_id", "unknown") + " as "
                                + info.getOrDefault("role", "unknown"),
                        "started at " + started));
            }
        }
        return lives;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.telemetry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.TelemetrySource;

/**
 * Samples all servers of a SUT at the same time, so that a server that hangs or has ended loses only its own samples.
 */
final class AllServers implements TelemetrySource {
    private final List<ServerInfo> servers;
    private final ExecutorService askers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("redis telemetry ", 1).factory());

    AllServers(List<ServerInfo> servers) {
        this.servers = List.copyOf(servers);
    }

    /** Returns the samples of the servers that answer; throws the failure of one when none does. */
    @Override
    public List<Sample> sample() throws IOException, InterruptedException {
        List<Future<List<Sample>>> answers =
                servers.stream().map(server -> askers.submit(server::sample)).toList();
        List<Sample> samples = new ArrayList<>();
        @Nullable Throwable failure = null;
        for (Future<List<Sample>> answer : answers) {
            try {
                samples.addAll(answer.get());
            } catch (ExecutionException e) {
                failure = e.getCause();
            }
        }
        if (samples.isEmpty() && failure != null) {
            throw new IOException("no server of the SUT answers: " + failure.getMessage(), failure);
        }
        return samples;
    }

    @Override
    public void close() {
        servers.forEach(ServerInfo::close);
        askers.shutdownNow();
    }
}

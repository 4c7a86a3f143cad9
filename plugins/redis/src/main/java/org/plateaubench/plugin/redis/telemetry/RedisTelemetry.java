// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.telemetry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Series from {@code INFO} of every server of a SUT. */
public final class RedisTelemetry implements TelemetrySourceType {
    @Override
    public String service() {
        return RedisAddress.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        RedisAddress place = RedisAddress.of(sut);
        List<InetSocketAddress> servers = place.servers();
        List<ServerInfo> sources = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            String suffix = servers.size() == 1 ? "" : "-" + (i + 1);
            sources.add(new ServerInfo(place, servers.get(i), suffix));
        }
        return new AllServers(sources);
    }

    /**
     * Samples all servers of a SUT at the same time, so that a server that hangs or has ended loses only its own samples.
     */
    private static final class AllServers implements TelemetrySource {
        private final List<ServerInfo> servers;
        private final ExecutorService askers = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("redis telemetry ", 1).factory());

        AllServers(List<ServerInfo> servers) {
            this.servers = List.copyOf(servers);
        }

        /** Returns the samples of the servers that answer; throws the failure of one when none does. */
        @Override
        public List<Sample> sample() throws IOException, InterruptedException {
            List<Future<List<Sample>>> answers = servers.stream()
                    .map(server -> askers.submit(server::sample))
                    .toList();
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
}

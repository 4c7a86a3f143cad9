// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.telemetry;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
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
}

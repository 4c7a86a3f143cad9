// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.util.List;
import org.plateaubench.plugin.redis.scenario.CommandWorkload;
import org.plateaubench.plugin.redis.service.RedisServiceType;
import org.plateaubench.plugin.redis.service.RedisTelemetry;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/** Redis as a workload and as a system under test. */
public final class RedisPlugin implements Plugin {
    @Override
    public String id() {
        return "redis";
    }

    @Override
    public String description() {
        return "Redis commands through Jedis or an event loop, to one server, a cluster or a proxy.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new RedisWorkload(), new CommandWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new RedisServiceType());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new RedisTelemetry());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import org.plateaubench.spi.Plugin;

/** Redis as a workload and as a system under test. */
public final class RedisPlugin implements Plugin {
    @Override
    public String id() {
        return "redis";
    }

    @Override
    public String description() {
        return "Commands to Redis by Jedis or by an event loop, from one server to clusters and proxies.";
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import org.plateaubench.plugin.redis.command.RedisParameters.Client;

/** The workload with Jedis on threads. */
class JedisContractTest extends ClientContract {
    JedisContractTest() {
        super(Client.JEDIS);
    }
}

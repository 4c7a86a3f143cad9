// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import org.plateaubench.plugin.redis.command.RedisParameters.Client;

/** The contract with Jedis, a blocking client. */
class JedisContractTest extends ClientContract {
    JedisContractTest() {
        super(Client.JEDIS);
    }
}

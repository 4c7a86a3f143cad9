// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import org.plateaubench.plugin.redis.command.RedisParameters.Client;

/** The workload with the client of an event loop. */
class LoopContractTest extends ClientContract {
    LoopContractTest() {
        super(Client.LOOP);
    }
}

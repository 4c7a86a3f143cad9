// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import org.plateaubench.plugin.redis.command.RedisParameters.Client;

/** The workload with the event-loop client. */
class LoopContractTest extends ClientContract {
    LoopContractTest() {
        super(Client.LOOP);
    }
}

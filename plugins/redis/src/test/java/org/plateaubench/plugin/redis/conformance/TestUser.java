// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.util.List;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.testkit.CountingUser;

/** A user of one client that a test controls. */
interface TestUser extends AutoCloseable {
    /** Connects; if the server refuses, the message contains its reply. */
    Outcome connect() throws IOException;

    /** Starts all calls before it waits for the first, if the client can pipeline. */
    List<Outcome> execute(List<TestCall> calls) throws IOException;

    /** The counters of the driver. */
    CountingUser counts();

    @Override
    void close() throws IOException;

    /** Runs one operation. */
    default Outcome execute(RedisOperation operation, long key) throws IOException {
        return execute(List.of(new TestCall(operation, key))).getFirst();
    }

    /** Returns the current value of a counter. */
    default long counted(RedisMeasure measure) {
        return counts().counted(measure.title());
    }
}

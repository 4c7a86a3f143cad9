// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.util.List;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.testkit.CountingUser;

/** A user of one client, asked by a test. */
interface TestUser extends AutoCloseable {
    /** Connects; what the server says when it refuses is in the message. */
    Outcome connect() throws IOException;

    /** Begins all of these before it waits for the first, if the client can. */
    List<Outcome> ask(List<TestCall> calls) throws IOException;

    /** What the driver was given to count. */
    CountingUser counts();

    @Override
    void close() throws IOException;

    /** Does one operation. */
    default Outcome ask(RedisOperation operation, long key) throws IOException {
        return ask(List.of(new TestCall(operation, key))).getFirst();
    }

    /** What it has counted so far. */
    default long counted(RedisMeasure measure) {
        return counts().counted(measure.title());
    }
}

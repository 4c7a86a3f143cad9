// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Driver;
import org.plateaubench.testkit.CountingUser;

/** A user whose blocking driver runs on the thread of the test. */
record ThreadUser(Driver driver, CountingUser counts) implements TestUser {
    @Override
    public Outcome connect() {
        try {
            driver.connect();
            return Outcome.ok();
        } catch (Exception e) {
            return Outcome.connectionLost("exception", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<Outcome> ask(List<TestCall> calls) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        try {
            for (TestCall call : calls) {
                outcomes.add(driver.execute(call));
            }
        } catch (Exception e) {
            throw new IOException(e);
        }
        return outcomes;
    }

    @Override
    public void close() throws IOException {
        try {
            driver.close();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** Keeps a processor busy for a time and returns success; stateless, so that one instance serves all users. */
record Spin(long nanos) implements Driver, AsyncDriver {
    void once() {
        if (nanos > 0) {
            long until = System.nanoTime() + nanos;
            while (until - System.nanoTime() > 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void connect() {}

    @Override
    public boolean applies(OperationCall call) {
        return true;
    }

    @Override
    public Outcome execute(OperationCall call) {
        once();
        return Outcome.ok();
    }

    @Override
    public void start(OperationCall call, Completion completion) {
        once();
        completion.complete(Outcome.ok());
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}

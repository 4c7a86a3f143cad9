// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.api.Draws;
import org.plateaubench.spi.OperationCall;

/**
 * A call that was not issued by a schedule, for tests of a driver without a run. By default it is the only operation of
 * its unit, for the first user, intended for the instant 0, with a timeout of 30 s.
 */
public interface SingleCall extends OperationCall {
    @Override
    default int sequence() {
        return 0;
    }

    @Override
    default int position() {
        return 0;
    }

    @Override
    default Draws unitDraws() {
        return draws();
    }

    @Override
    default long intendedNanos() {
        return 0;
    }

    @Override
    default long timeoutNanos() {
        return 30_000_000_000L;
    }
}

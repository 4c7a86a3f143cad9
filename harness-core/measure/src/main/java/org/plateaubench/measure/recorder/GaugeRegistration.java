// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

/** A registered level, read until it is closed. Thread-safe. */
public interface GaugeRegistration extends AutoCloseable {
    @Override
    void close();
}

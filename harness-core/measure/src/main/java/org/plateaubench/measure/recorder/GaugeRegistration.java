// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

/** A registered level, read until it is closed. Any thread. */
public interface GaugeRegistration extends AutoCloseable {
    @Override
    void close();
}

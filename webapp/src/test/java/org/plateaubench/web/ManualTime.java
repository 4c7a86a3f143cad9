// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The time of day as a test has it. Any thread. */
final class ManualTime implements InstantSource {
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    synchronized void pass(Duration duration) {
        now = now.plus(duration);
    }
}

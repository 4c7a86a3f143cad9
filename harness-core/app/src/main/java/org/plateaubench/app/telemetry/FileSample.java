// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.time.Instant;

/**
 * A value from a file.
 *
 * @param at its instant by the clock of the file's host
 * @param series its series
 * @param value the level over the time up to that instant
 * @param unit its unit
 */
record FileSample(Instant at, String series, double value, String unit) {}

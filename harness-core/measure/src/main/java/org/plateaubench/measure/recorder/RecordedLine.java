// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import org.plateaubench.measure.interval.LineInterval;

/**
 * An item with separate counts.
 *
 * @param name operation, unit or observed series
 * @param kind kind of the item
 */
public record RecordedLine(String name, LineInterval.Kind kind) {}

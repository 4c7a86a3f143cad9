// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import org.plateaubench.measure.interval.LineInterval;

/** An item with separate counts. */
public record RecordedLine(String name, LineInterval.Kind kind) {}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import org.plateaubench.measure.interval.LineInterval;

/** An operation, a unit or a series, which a recorder counts separately. */
public record RecordedLine(String name, LineInterval.Kind kind) {}

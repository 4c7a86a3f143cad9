// SPDX-License-Identifier: Apache-2.0
/** Telemetry that other tools have written to files, added to a run that is over. */
@NullMarked
package org.plateaubench.app.telemetry;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Telemetry that other tools have written to files, for runs that have ended. */
@NullMarked
package org.plateaubench.app.telemetry;

import org.jspecify.annotations.NullMarked;

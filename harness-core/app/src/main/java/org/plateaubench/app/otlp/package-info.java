// SPDX-License-Identifier: Apache-2.0
/** The metrics of a run in progress, pushed to a receiver of OpenTelemetry. */
@NullMarked
package org.plateaubench.app.otlp;

import org.jspecify.annotations.NullMarked;

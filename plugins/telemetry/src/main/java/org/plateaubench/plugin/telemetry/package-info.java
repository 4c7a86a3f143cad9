// SPDX-License-Identifier: Apache-2.0
/** Telemetry of programs and devices that report about themselves. */
@NullMarked
package org.plateaubench.plugin.telemetry;

import org.jspecify.annotations.NullMarked;

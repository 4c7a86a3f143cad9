// SPDX-License-Identifier: Apache-2.0
/** Time series of the reference application. */
@NullMarked
package org.plateaubench.plugin.olio.telemetry;

import org.jspecify.annotations.NullMarked;

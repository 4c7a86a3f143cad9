// SPDX-License-Identifier: Apache-2.0
/** Time series that database servers tell of themselves. */
@NullMarked
package org.plateaubench.plugin.databases.telemetry;

import org.jspecify.annotations.NullMarked;

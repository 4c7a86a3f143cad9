// SPDX-License-Identifier: Apache-2.0
/** Time series from the statistics of database servers. */
@NullMarked
package org.plateaubench.plugin.databases.telemetry;

import org.jspecify.annotations.NullMarked;

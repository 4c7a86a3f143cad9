// SPDX-License-Identifier: Apache-2.0
/** A scrape of metrics in the text format of Prometheus. */
@NullMarked
package org.plateaubench.plugin.telemetry.prometheus;

import org.jspecify.annotations.NullMarked;

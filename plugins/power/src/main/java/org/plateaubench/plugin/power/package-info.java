// SPDX-License-Identifier: Apache-2.0
/** Power meters as SUTs that only telemetry reads. */
@NullMarked
package org.plateaubench.plugin.power;

import org.jspecify.annotations.NullMarked;

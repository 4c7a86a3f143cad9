// SPDX-License-Identifier: Apache-2.0
/** Samples of the performance manager on the run's clock. */
@NullMarked
package org.plateaubench.plugin.vsphere.telemetry;

import org.jspecify.annotations.NullMarked;

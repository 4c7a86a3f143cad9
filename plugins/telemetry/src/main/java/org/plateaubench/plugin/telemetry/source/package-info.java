// SPDX-License-Identifier: Apache-2.0
/** What all kinds of sources share. */
@NullMarked
package org.plateaubench.plugin.telemetry.source;

import org.jspecify.annotations.NullMarked;

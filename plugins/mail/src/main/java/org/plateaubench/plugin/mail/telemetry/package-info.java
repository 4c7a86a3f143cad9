// SPDX-License-Identifier: Apache-2.0
/** Telemetry of mail servers on this host. */
@NullMarked
package org.plateaubench.plugin.mail.telemetry;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** What mail servers on this host are busy with. */
@NullMarked
package org.plateaubench.plugin.mail.telemetry;

import org.jspecify.annotations.NullMarked;

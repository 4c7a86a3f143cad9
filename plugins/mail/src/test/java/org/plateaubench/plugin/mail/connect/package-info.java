// SPDX-License-Identifier: Apache-2.0
/** Connections, held against a real server. */
@NullMarked
package org.plateaubench.plugin.mail.connect;

import org.jspecify.annotations.NullMarked;

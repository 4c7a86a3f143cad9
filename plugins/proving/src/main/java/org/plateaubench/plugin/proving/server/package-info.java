// SPDX-License-Identifier: Apache-2.0
/** The server's own process, and what is said on its connections. */
@NullMarked
package org.plateaubench.plugin.proving.server;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** How tests talk to real servers, by nothing but sockets. */
@NullMarked
package org.plateaubench.plugin.mail.service.host;

import org.jspecify.annotations.NullMarked;

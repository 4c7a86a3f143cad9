// SPDX-License-Identifier: Apache-2.0
/** The embedded mail server as the harness sees it: it starts a process of its own and knows what that answers. */
@NullMarked
package org.plateaubench.plugin.mail.service.embedded;

import org.jspecify.annotations.NullMarked;

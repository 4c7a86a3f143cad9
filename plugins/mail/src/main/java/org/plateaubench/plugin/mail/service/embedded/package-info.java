// SPDX-License-Identifier: Apache-2.0
/** The harness's side of the embedded mail server: starting its process and parsing its answers. */
@NullMarked
package org.plateaubench.plugin.mail.service.embedded;

import org.jspecify.annotations.NullMarked;

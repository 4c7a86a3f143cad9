// SPDX-License-Identifier: Apache-2.0
/** What an operation sends and what it costs beside what its servers take. */
@NullMarked
package org.plateaubench.plugin.mail.share;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Webhooks: addresses that receive events of runs that end or wait. */
@NullMarked
package org.plateaubench.web.webhooks;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.web.access.audit;

import org.jspecify.annotations.NullMarked;
